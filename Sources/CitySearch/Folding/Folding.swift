/// Turns names into keys, and what people type into queries.
public enum Folding {}
