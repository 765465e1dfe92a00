/** What both engines have in common, and what each message is. */
import { describe, expect, it } from 'vitest'
import { createCatalogue, createRouter, ENGINES, parseInstruction } from '../dist/index.js'

const CATALOGUE = createCatalogue(
  [
    [
      'git/commit_messages',
      'title: Commit messages\nrouting: { triggers: { keywords: [commit_message, /commit] } }',
    ],
    ['core/retrospective', 'title: Retrospective\ndescription: After a sprint\npriority: P0'],
    ['ops/deploy', 'title: Deploy\ndescription: Put a release on the hosts\napplies_to: ["deploy/**"]'],
  ].map(([id, front]) => parseInstruction(`${id}.instructions.md`, `---\n${front}\n---\n# Text\n`)),
)

describe.each(ENGINES.map((engine) => [engine.version, createRouter(engine, CATALOGUE)] as const))(
  '%s',
  (_, router) => {
    const ids = (message: string, files: string[] = []): string[] =>
      router.route(message, { files }).matches.map(({ instruction }) => instruction.id)

    it.each([
      'yes',
      'Yes, go ahead please!',
      'option 2, please',
      "that's correct, thanks",
      '👍',
      'no',
      'sounds good to me',
    ])('routes the approval %j to nothing, and says so', (message) =>
      expect(router.route(message)).toMatchObject({
        matches: [],
        reason: expect.stringContaining('only approves'),
      }),
    )
    it.each(['good morning! how was your weekend?', 'thanks, that went well, see you tomorrow'])(
      'routes the small talk %j to nothing',
      (message) => expect(ids(message)).toEqual([]),
    )
    it('takes more than an approval for a request', () => {
      expect(ids('yes, and now deploy')).toEqual(['ops/deploy'])
      expect(ids('thanks, now write the commit message')).toEqual(['git/commit_messages'])
    })
    it('routes a command by what a file names, and else by its name', () => {
      expect(ids('/commit the deploy script')).toEqual(['git/commit_messages'])
      expect(ids('/retrospective')).toEqual(['core/retrospective'])
      expect(router.route('/clear').reason).toBe('no instruction answers this command')
      expect(ids('/etc/hosts broke the deploy')).toEqual(['ops/deploy'])
    })
    it('looks at the files at hand', () => {
      expect(ids('is this fine?', ['deploy/hosts.yaml'])).toEqual(['ops/deploy'])
    })
    it('gives a score that is the sum of its parts', () => {
      const [match] = router.route('deploy a release', { files: ['deploy/a'] }).matches
      const sum = Object.values(match?.breakdown ?? {}).reduce((total, part) => total + part, 0)

      expect(match?.score).toBeCloseTo(sum, 2)
    })
    it('leaves what is refused behind what is asked for', () => {
      expect(ids('no retrospective please, I want to deploy')[0]).toBe('ops/deploy')
    })
  },
)

it('a word that stands nowhere is taken for a slip', () => {
  const router = createRouter(ENGINES[0], CATALOGUE)

  expect(router.route('how is the retrospectiv done').matches[0]?.instruction.id).toBe('core/retrospective')
  expect(router.route('how is the xylophone done').matches).toEqual([])
})
