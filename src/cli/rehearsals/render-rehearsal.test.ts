import { describe, expect, it } from 'vitest'
import { verifies } from '../../../test/verifies.js'
import type { RehearsalReport } from '../../gateway/index.js'
import { rehearsalPage, renderRehearsal } from './render-rehearsal.js'

const REPORT: RehearsalReport = {
  format: 'understudy.rehearsal/1',
  ...{
    id: 'r1',
    client: '<b>agent</b>',
    created_at: '2026-01-02T03:04:05.000Z',
    state: 'waiting',
    reasons: [],
  },
  calls: [
    {
      ...{
        call: 1,
        tool: 'files:write_file',
        arguments: { path: 'a.md', content: '</pre><script>x</script>' },
      },
      ...{ source: 'copy', outcome: 'result', value: 'written', changed: ['a.md'] },
    },
    {
      ...{ call: 2, tool: 'files:read_text_file', arguments: { path: 'none' }, read: true },
      ...{ source: 'copy', outcome: 'tool-error', value: 'ENOENT', changed: [] },
    },
  ],
  refused: 1,
  files: [{ path: 'a.md', change: 'made', call: 1, diff: '@@ -0,0 +1,1 @@\n+hello' }],
  no_way_back: [1],
}

describe('a rehearsal as a page', () => {
  verifies('gateway:client-rehearsals')

  it('has what it tried, what would change and what to do, and nothing in it is markup', () => {
    const page = rehearsalPage(REPORT)

    expect(page).toContain('<title>CAN BE APPLIED &#60;b&#62;agent&#60;/b&#62; – rehearsal</title>')
    expect(page).toContain('understudy rehearsals apply r1')
    expect(page).toContain('<b class="tag">made</b>')
    expect(page).toContain('<span class="new">+hello')
    expect(page).toContain('[reads, failed]')
    expect(page).toContain('1 call moved no file')
    expect(page).toContain('The rules refused 1 other call')
    expect(page).not.toMatch(/<script|<b>agent/)
    expect(page).toMatch(/default-src 'none'; style-src 'sha256-/)
  })

  it('says first why it cannot be applied', () => {
    const why = 'Call 1 holds tk_1 of call 1 in another encoding'
    const page = rehearsalPage({
      ...REPORT,
      state: 'not_appliable',
      reasons: [{ call: 1, what: 'computed', why }],
    })

    expect(page.indexOf(why)).toBeGreaterThan(page.indexOf('<main>'))
    expect(page.indexOf(why)).toBeLessThan(page.indexOf('Would change'))
    expect(page).toContain('<p class="verdict bad">NOT APPLIABLE</p>')
  })
})

describe('a rehearsal as text', () => {
  verifies('gateway:whole-questions')

  it('has what may change something with all of its arguments, and of a read their beginning', () => {
    const calls = REPORT.calls.map((call) => ({
      ...call,
      arguments: { text: `${'x'.repeat(3000)} and all of the archive` },
    }))

    const shown = renderRehearsal({ ...REPORT, calls })

    expect(shown.match(/and all of the archive"}$/gm)).toHaveLength(1)
    expect(shown).toMatch(/files:read_text_file \{"text":"x+… \(\d+ more characters\)\s+\[reads, failed\]/)
  })
})
