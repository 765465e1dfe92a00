/** Which calls are made in any case, in sentences. */
import { counted } from '../base/index.js'
import type { Report } from '../dryrun/index.js'
import type { ListSection, Sentence } from './list-section.js'
import { safeText } from './safe-text.js'

type Branches = NonNullable<Report['branches']>
type Place = Branches['always'][number]
type Hanging = Branches['hanging'][number]

/** Undefined where nobody asked. */
export function branchSection({ branches }: Report): ListSection | undefined {
  if (branches === undefined) return undefined
  const { runs, always, hanging, never } = branches
  return {
    title: 'Branches',
    count: counted(runs, 'run'),
    noun: 'places',
    items: [
      ...never.map((place): Sentence => [...named(place), ': never made', ...behind(place)]),
      ...hanging.map(hangingSentence),
      ...always.map((place): Sentence => [...named(place), ': always made']),
    ],
  }
}

function named({ tool, line, effect }: Place): Sentence {
  return [`line ${line} `, { code: safeText(tool, 60) }, effect === 'read' ? '' : ` (${effect})`]
}

function hangingSentence(place: Hanging): Sentence {
  const { values } = place
  return [
    ...named(place),
    `: hangs on ${WORDS[place.on]}`,
    ...(place.call === undefined ? [] : [` of call ${place.call}`]),
    ...behind(place),
    ...(values === undefined
      ? []
      : [', made with ', { code: shown(values.made) }, ' and not with ', { code: shown(values.not_made) }]),
  ]
}

const WORDS: Readonly<Record<Hanging['on'], string>> = {
  answer: 'the answer',
  clock: 'the clock',
  chance: 'chance',
  clock_or_chance: 'the clock or chance',
  seed: 'the seed',
}

function behind({
  behind: test,
}: {
  readonly behind?: { readonly line: number; readonly text: string }
}): Sentence {
  return test === undefined ? [] : [', behind ', { code: safeText(test.text, 120) }, ` in line ${test.line}`]
}

function shown(value: unknown): string {
  return safeText(JSON.stringify(value), 60)
}
