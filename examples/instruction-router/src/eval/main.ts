/** `npm run eval`: the figures of both engines, as the README shows them. */
import { fileURLToPath } from 'node:url'
import { ENGINES } from '../router.js'
import { crossValidate, judgeAll } from './cross-validation.js'
import { FIGURES, figuresOf, type Judgement, readCorpus } from './evaluation.js'
import { PLAIN_ENGINE } from './plain-engine.js'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** A Markdown table; the same on every machine. */
export async function figuresTable(): Promise<string> {
  const team = await readCorpus(at('instructions'), at('prompts/prompts.yaml'))
  const kitchen = await readCorpus(at('eval-other-domain/instructions'), at('eval-other-domain/prompts.yaml'))
  const second = await readCorpus(at('instructions'), at('prompts/second.yaml'))
  const heldOut = await readCorpus(at('instructions'), at('prompts/held-out.yaml'))
  const [ofTeam = [], ofSecond = [], ofKitchen = []] = crossValidate([team, second, kitchen])
  const [weighted, rules = weighted] = ENGINES
  return [
    '| prompts | engine | first | recall@5 | MRR | silence |',
    '|---|---|---|---|---|---|',
    row('software team', `${weighted.version}, cross-validated`, ofTeam),
    row('software team', rules.version, judgeAll(team, rules)),
    row('software team', PLAIN_ENGINE.version, judgeAll(team, PLAIN_ENGINE)),
    row('second look', `${weighted.version}, cross-validated`, ofSecond),
    row('second look', rules.version, judgeAll(second, rules)),
    row('second look', PLAIN_ENGINE.version, judgeAll(second, PLAIN_ENGINE)),
    row('hospital kitchen', `${weighted.version}, cross-validated`, ofKitchen),
    row('hospital kitchen', rules.version, judgeAll(kitchen, rules)),
    row('hospital kitchen', PLAIN_ENGINE.version, judgeAll(kitchen, PLAIN_ENGINE)),
    row('held out', weighted.version, judgeAll(heldOut, weighted)),
    row('held out', rules.version, judgeAll(heldOut, rules)),
    row('held out', PLAIN_ENGINE.version, judgeAll(heldOut, PLAIN_ENGINE)),
    '',
  ].join('\n')
}

function row(prompts: string, engine: string, judgements: readonly Judgement[]): string {
  const figures = figuresOf(judgements)
  const cells = FIGURES.map((name) => {
    const { mean, low, high } = figures[name] ?? {}
    return mean === undefined ? '–' : `${mean.toFixed(3)} (${low?.toFixed(2)}–${high?.toFixed(2)})`
  })
  return `| ${prompts} | ${engine} | ${cells.join(' | ')} |`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await figuresTable())
