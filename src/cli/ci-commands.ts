/** What CI systems obey when it stands in a log, made harmless. */

/** GitHub takes `::` at the start of a line and `##[` anywhere for a command, Azure `##vso[`, TeamCity `##teamcity[`. */
export function escapeCiCommands(text: string): string {
  return text.replace(/##(\w*)\[/g, '##$1\\[').replace(/^([^\S\n\r\u2028\u2029]*)::/gm, '$1\\::')
}
