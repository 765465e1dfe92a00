/** The page of a report in a real browser: on a phone and a desk, in light and dark, on paper, and under attack. */
import { test } from 'vitest'
import { verifies } from '../verifies.js'
import { findBrowser } from './find-browser.js'

verifies('rehearsal:page')

if (findBrowser() === undefined) {
  const title =
    'the page of a report is seen in a browser (Chromium is missing; test/browser/install.sh installs it)'
  // Nobody looks at what was skipped in CI.
  if (process.env.CI) {
    test(title, () => {
      throw new Error(title)
    })
  } else test.skip(title)
} else await import('./report-page.js')
