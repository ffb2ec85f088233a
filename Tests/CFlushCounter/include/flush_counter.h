#pragma once

/// How often this process has flushed a file to the disk; -1 on systems where this is not counted.
long flush_count(void);
