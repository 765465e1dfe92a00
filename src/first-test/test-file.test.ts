import { describe, expect, it } from 'vitest'
import { type FirstTests, testFile } from './test-file.js'

const NOTHING: FirstTests = {
  server: 'shop',
  eras: ['legacy'],
  source: { members: {}, imports: [], variables: [] },
  hasTools: true,
  contracts: [],
  resources: [],
  prompts: [],
  calls: [],
  notCalled: [],
  isRecorded: false,
  isCopied: false,
}

describe('testFile', () => {
  it.each([
    ['save', 'save', 'save'],
    ['$(rm -r .)', '$(rm -r .)', "'$(rm -r .)'"],
    ["a'\n; b", "a'\\x0a; b", "'a'\\''\\x0a; b'"],
  ])('tells how to include the tool %j by a command that can be pasted', (tool, name, word) => {
    expect(testFile({ ...NOTHING, notCalled: [tool] })).toContain(
      `  // ${name} is not called: understudy init --force --tool ${word} includes it\n`,
    )
  })
})
