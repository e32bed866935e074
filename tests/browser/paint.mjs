// SPDX-License-Identifier: MIT
// How long the first page takes until something is seen, in browser contexts that have never been there: `run.sh PROGRAM --paint`.
import { chromium } from 'playwright-core';

const [address, rounds = '25'] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
});
const times = { 'first paint': [], 'first words': [], 'all boards': [] };
for (let i = 0; i < Number(rounds); ++i) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(() => document.querySelectorAll('.game-card .board').length >= 6);
  const found = await page.evaluate(() => [...performance.getEntriesByType('paint').sort((a, b) => a.name.localeCompare(b.name)).map((entry) => entry.startTime), performance.now()]);
  [1, 0, 2].forEach((at, n) => Object.values(times)[n].push(found[at]));
  await context.close();
}
await browser.close();
for (const [what, all] of Object.entries(times)) {
  all.sort((a, b) => a - b);
  const at = (share) => Math.round(all[Math.floor(share * (all.length - 1))]);
  console.log(`${what.padEnd(12)} median ${at(0.5)} ms, ${at(0)} to ${at(1)}, ${all.length} times`);
}
