#pragma once
#include <spawn.h>

// glibc has these since 2.34, and shows them to GNU sources alone.
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
