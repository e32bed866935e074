// SPDX-License-Identifier: MIT
#include "cli/line_reader.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <string_view>

#ifdef BANYAN_LIBEDIT
#include <histedit.h>
#include <termios.h>

#include <csignal>
#include <cstdlib>
#endif

namespace banyan::cli {

#ifdef BANYAN_LIBEDIT
namespace {

// What a signal handler needs. libedit has handlers of its own, but they send the signal on to the whole process group,
// and so to whoever started us.
termios usual_mode{};

/// While a line is edited, the terminal neither echoes nor waits for a line; who is left behind by us wants it to.
extern "C" void give_back_terminal(int signal) {
  termios editing{};
  tcgetattr(STDIN_FILENO, &editing);
  tcsetattr(STDIN_FILENO, TCSADRAIN, &usual_mode);
  struct sigaction ours {};
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  sigaction(signal, &usual, &ours);
  raise(signal);
  // Still here: it was Ctrl-Z, and the program goes on.
  sigaction(signal, &ours, nullptr);
  tcsetattr(STDIN_FILENO, TCSADRAIN, &editing);
}

class TerminalGuard {
 public:
  TerminalGuard() {
    struct sigaction action {};
    action.sa_handler = give_back_terminal;
    action.sa_flags = static_cast<int>(SA_RESTART | SA_NODEFER);
    for (std::size_t i = 0; i < signals.size(); ++i) {
      sigaction(signals[i], nullptr, &earlier_[i]);
      if (earlier_[i].sa_handler == SIG_DFL) sigaction(signals[i], &action, nullptr);
    }
  }
  ~TerminalGuard() {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &earlier_[i], nullptr);
  }
  TerminalGuard(const TerminalGuard&) = delete;
  TerminalGuard& operator=(const TerminalGuard&) = delete;

 private:
  static constexpr std::array<int, 5> signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
  std::array<struct sigaction, 5> earlier_{};
};

constexpr char around_escapes = '\1';  // what takes no room on the screen stands between two of these

std::string with_marked_escapes(std::string_view prompt) {
  std::string marked;
  for (const char c : prompt) {
    if (c == '\x1b') marked += around_escapes;
    marked += c;
    if (c == 'm' && std::count(marked.begin(), marked.end(), around_escapes) % 2 == 1) marked += around_escapes;
  }
  return marked;
}

/// What all words have in common.
std::string common_beginning(const std::vector<std::string>& words) {
  std::string common = words.front();
  for (const std::string& word : words) {
    const auto end = std::mismatch(common.begin(), common.end(), word.begin(), word.end()).first;
    common.erase(end, common.end());
  }
  return common;
}

bool can_edit() {
  const char* term = std::getenv("TERM");
  return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 && term != nullptr && *term != '\0' &&
         std::string_view(term) != "dumb";
}

}  // namespace

struct LineReader::Editor {
  explicit Editor(const LineReader& reader) : owner(reader), past(history_init()) {
    tcgetattr(STDIN_FILENO, &usual_mode);
    line = el_init("banyan", stdin, stdout, stderr);
    HistEvent event{};
    history(past, &event, H_SETSIZE, 1000);
    history(past, &event, H_SETUNIQUE, 1);
    el_set(line, EL_CLIENTDATA, this);
    el_set(line, EL_PROMPT_ESC, &Editor::show_prompt, around_escapes);
    el_set(line, EL_EDITOR, "emacs");
    el_set(line, EL_HIST, history, past);
    // Its narrow twin copies both texts and never frees them.
    el_wset(line, EL_ADDFN, L"complete", L"complete the word", &Editor::complete);
    el_set(line, EL_BIND, "^I", "complete", nullptr);
  }
  ~Editor() {
    el_end(line);
    history_end(past);
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  static Editor& of(EditLine* line) {
    void* editor = nullptr;
    el_get(line, EL_CLIENTDATA, &editor);
    return *static_cast<Editor*>(editor);
  }
  static char* show_prompt(EditLine* line) { return of(line).prompt.data(); }

  /// Lines begin with a command or a move; nothing else is completed.
  static unsigned char complete(EditLine* line, int) {
    const LineInfo* typed = el_line(line);
    const std::string_view begun(typed->buffer, static_cast<std::size_t>(typed->cursor - typed->buffer));
    std::vector<std::string> fitting;
    if (begun.find_first_of(" \t") == std::string_view::npos) fitting = of(line).owner.words_();
    std::erase_if(fitting, [&](const std::string& word) { return !word.starts_with(begun); });
    if (fitting.empty()) return CC_REFRESH_BEEP;
    std::string more = common_beginning(fitting).substr(begun.size());
    if (fitting.size() == 1) more += ' ';
    if (!more.empty()) return el_insertstr(line, more.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
    fmt::print("\n");
    for (const std::string& word : fitting) fmt::print("{} ", word);
    fmt::print("\n");
    return CC_REDISPLAY;
  }

  const LineReader& owner;
  std::string prompt{};
  History* past;
  EditLine* line = nullptr;
};

#else

struct LineReader::Editor {};

#endif

LineReader::LineReader(std::function<std::vector<std::string>()> words) : words_(std::move(words)) {}

LineReader::~LineReader() = default;

std::optional<std::string> LineReader::read(const std::string& prompt) {
  std::fflush(stdout);
#ifdef BANYAN_LIBEDIT
  if (can_edit()) {
    if (!editor_) editor_ = std::make_unique<Editor>(*this);
    editor_->prompt = with_marked_escapes(prompt);
    el_resize(editor_->line);
    int count = 0;
    const char* typed = nullptr;
    {
      const TerminalGuard guard;
      typed = el_gets(editor_->line, &count);
    }
    if (typed == nullptr || count <= 0) {
      fmt::print("\n");
      return std::nullopt;
    }
    std::string line(typed, static_cast<std::size_t>(count));
    HistEvent event{};
    if (line.find_first_not_of(" \t\r\n") != std::string::npos) history(editor_->past, &event, H_ENTER, line.c_str());
    while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
    return line;
  }
#endif
  if (isatty(STDIN_FILENO) != 0) {
    fmt::print("{}", prompt);
    std::fflush(stdout);
  }
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return line;
}

}  // namespace banyan::cli
