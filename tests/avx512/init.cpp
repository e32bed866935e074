// SPDX-License-Identifier: MIT
// The only process of the emulated machine: runs /test, says how it ended, and switches the machine off.
#include <sys/reboot.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

int main() {
  const pid_t child = fork();
  if (child == 0) {
    execl("/test", "/test", "--gtest_color=no", static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::printf("test ended with %d\n", status);
  std::fflush(stdout);
  sleep(1);
  reboot(RB_POWER_OFF);
}
