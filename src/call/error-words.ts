/** What errors say in words, for whoever has to know whether they pass or what they leave open. */

/** Finds a status of HTTP at the start, or called by its name: other numbers are names of things. `codes`: a pattern of them. */
export function saysStatus(codes: string): RegExp {
  return new RegExp(`(?:^|\\b(?:status|http|code|error)\\b\\D{0,12})(?:${codes})\\b`, 'i')
}

/** That there were too many calls. */
export const SAYS_TOO_MANY = /too many requests|rate.?limit|quota exceeded|throttl/i
