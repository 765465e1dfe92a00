/** What texts have in common that programs parse. */
export type TextForm = 'date-time' | 'date' | 'uuid' | 'uri' | 'number'

/** The first form that all of them have; undefined where they have none, and where one is empty. */
export function formOf(texts: readonly string[]): TextForm | undefined {
  return FORMS.find((form) => texts.every((each) => hasForm(each, form)))
}

export function hasForm(text: string, form: TextForm): boolean {
  if (!PATTERNS[form].test(text)) return false
  return !DATES.has(form) || !Number.isNaN(Date.parse(text))
}

const PATTERNS: Readonly<Record<TextForm, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  uri: /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s]+$/i,
  number: /^-?\d{1,15}(?:\.\d{1,15})?$/,
}
const FORMS: readonly TextForm[] = ['date-time', 'date', 'uuid', 'uri', 'number']
const DATES: ReadonlySet<TextForm> = new Set(['date-time', 'date'] as const)
