// Sorted byte-string keys.
