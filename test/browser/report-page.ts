/** One browser for all pages: to start it takes longer than to look at them. */

import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../fixtures/temporary-folder.js'
import { findBrowser } from './find-browser.js'
import { PAGES } from './pages.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const browser = await chromium.launch({
  executablePath: findBrowser() ?? '',
  // Its sandbox does not work for root, and the pages are our own.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
afterAll(() => browser.close())

/** The others have the same elements, only more of them. */
const JUDGED: ReadonlySet<string> = new Set(['everything', 'workflow'])

const SCREENS = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
] as const

test.each(Object.entries(PAGES))(
  'the page "%s" is read on phones and desks, in light and dark, and on paper',
  async (name, html) => {
    await using page = await openPage(name, html)

    const seen = []
    for (const { width, colorScheme } of SCREENS) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      const wide = await tooWide(page)
      await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`)
      const wideOpen = await tooWide(page)
      const violations = JUDGED.has(name) ? await violationsOn(page) : []
      seen.push({ wide, wideOpen, violations })
      await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = false`)
    }
    const paper = await page.pdf({ format: 'A4' })

    expect(seen).toEqual(SCREENS.map(() => ({ wide: 0, wideOpen: 0, violations: [] })))
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
    expect(page.heard).toEqual([])
  },
)

test('what is too pale or too wide is seen', async () => {
  await using page = await openPage('pale', PAGES.clean ?? '')

  // Through the object model, which the page's policy leaves to whoever drives the browser.
  await page.evaluate(`document.documentElement.style.setProperty('--faint', '#c4c4c4')`)
  await page.evaluate(`document.body.style.minWidth = '3000px'`)

  expect(await violationsOn(page)).toEqual([['color-contrast', expect.anything(), expect.anything()]])
  expect(await tooWide(page)).toBeGreaterThan(0)
})

test('a page asks nobody for anything and runs nothing, whatever stands in the plan and the answers', async () => {
  await using page = await openPage('attacked', PAGES.hostile ?? '')

  expect(
    await page.evaluate(
      `document.querySelectorAll('script, img, iframe, link, object, embed, form, base').length`,
    ),
  ).toBe(0)
  expect(await page.evaluate(`document.querySelectorAll('style').length`)).toBe(1)
  expect(page.heard).toEqual([])
})

test('markup that got in all the same runs nothing, loads nothing and looks like nothing', async () => {
  const inside = `<style>h1 { position: fixed }</style><b id="in" style="position: fixed" onclick="top.ran = 1">x</b>
<script>top.ran = 1</script><img src="https://evil.test/a.png" onerror="top.ran = 1"><iframe src="https://evil.test"></iframe></main>`
  await using page = await openPage('broken-into', (PAGES.clean ?? '').replace('</main>', inside))

  await page.click('#in')

  expect(await page.evaluate(`typeof top.ran`)).toBe('undefined')
  expect(await page.evaluate(`getComputedStyle(document.querySelector('h1')).position`)).toBe('static')
  expect(await page.evaluate(`getComputedStyle(document.querySelector('#in')).position`)).toBe('static')
  expect(page.requested).toEqual([])
})

test('a link to a call unfolds it, and its edges are drawn', async () => {
  await using page = await openPage('linked', PAGES['sixty calls'] ?? '')

  await page.click('.nodes a[href="#call-60"], .nodes a[href="#call-41"]')

  expect(await page.isVisible('#call-41')).toBe(true)
  expect(await page.evaluate(`document.querySelectorAll('.rail .edge').length`)).toBeGreaterThan(15)
})

test('paper shows every diff, in ink on white', async () => {
  await using page = await openPage('printed', PAGES.copied ?? '')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

  expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe('rgb(255, 255, 255)')
  expect(await page.evaluate(`getComputedStyle(document.body).color`)).toBe('rgb(0, 0, 0)')
})

type HeardPage = Page & {
  /** Words of the console, dialogs and errors. */
  readonly heard: readonly string[]
  /** Addresses that were asked for something, beside the page's own; what its policy stopped is none. */
  readonly requested: readonly string[]
}

async function openPage(name: string, html: string): Promise<HeardPage> {
  const file = join(await temporaryFolder(), `${name.replaceAll(' ', '-')}.html`)
  await writeFile(file, html)
  const page = await browser.newPage()
  const heard: string[] = []
  const requested: string[] = []
  page.on('console', (message) => heard.push(message.text()))
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('dialog', (dialog) => heard.push(dialog.message()))
  page.on('requestfinished', (request) => requested.push(request.url()))
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    if (why !== 'csp') requested.push(`${request.url()} ${why}`)
  })
  await page.goto(pathToFileURL(file).href)
  expect(requested.splice(0)).toEqual([pathToFileURL(file).href])
  return Object.assign(page, { heard, requested })
}

/** By how many pixels the page is wider than the screen. */
async function tooWide(page: Page): Promise<unknown> {
  return page.evaluate(`document.documentElement.scrollWidth - document.documentElement.clientWidth`)
}

/** What axe finds, with the first place of each. */
async function violationsOn(page: Page): Promise<unknown> {
  await page.evaluate(AXE)
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes: [node] }) => [id, node.html, node.failureSummary]))`,
  )
}
