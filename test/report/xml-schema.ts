/** XML, judged by libxml2. */
import { readFileSync } from 'node:fs'
import { validateXML } from 'xmllint-wasm'

const FOLDER = new URL('../fixtures/data/report-formats/', import.meta.url)

/** What is wrong with each of the texts, by one of the vendored schemas or in its form. One start of the judge for all. */
export async function xmlProblems(
  texts: readonly string[],
  schema: 'junit-10.xsd' | 'surefire-test-report.xsd',
): Promise<readonly (readonly string[])[]> {
  const { errors } = await validateXML({
    xml: texts.map((contents, i) => ({ fileName: nameOf(i), contents })),
    schema: readFileSync(new URL(schema, FOLDER), 'utf8'),
  })
  // Behind an error of form stand lines that point into the text; they have no place of their own.
  if (errors.length > 0 && errors.every(({ loc }) => loc === null)) throw new Error(JSON.stringify(errors))
  return texts.map((_, i) =>
    errors.filter(({ loc }) => loc?.fileName === nameOf(i)).map(({ message }) => message),
  )
}

function nameOf(index: number): string {
  return `report-${index}.xml`
}
