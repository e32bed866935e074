// SPDX-License-Identifier: MIT
// Whole files, or nothing of them. Errors name the file and the system's reason. Every file that a command writes is
// written here, except the store of games.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace banyan::cli {

std::string read_text_file(const std::string& path);

/// Writes beside the file and renames, so that nobody ever sees half of it; the file keeps its permissions. Links are
/// followed, what they lead to is replaced. Into what is no regular file, such as a device or a pipe, the text is
/// written straight, and so it is into our own open files: "-" and /dev/stdout, /dev/fd/N. What killed processes have
/// left beside this file is removed.
void write_text_file(const std::string& path, std::string_view text);

/// Throws what write_text_file would throw, as far as one can tell without creating or changing anything.
void check_writable(const std::string& path);

/// Makes the folder that a file will be in, where there is none.
void make_folder_of(const std::string& path);

/// If one of these files is standard output, it is theirs alone: what is printed from now on goes to standard error.
/// Once per process.
void keep_standard_output_for(std::initializer_list<std::string> files);

/// What a path leads to: only from a regular file can be read what was written.
enum class FileKind { none, regular, other };
FileKind kind_of_file(const std::string& path);

}  // namespace banyan::cli
