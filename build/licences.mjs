/** The licences of packages that are joined, as one text. */
import { readdir, readFile } from 'node:fs/promises'

export async function licencesOf(packages) {
  return (await Promise.all(packages.map(licenceOf))).join('\n')
}

async function licenceOf(name) {
  const folder = new URL(`../node_modules/${name}/`, import.meta.url)
  const { version, license } = JSON.parse(await readFile(new URL('package.json', folder), 'utf8'))
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each))
  if (file === undefined) throw new Error(`${name} is joined and has no file with its licence`)
  return `${name} ${version} (${license})\n\n${await readFile(new URL(file, folder), 'utf8')}`
}
