/** What is wrong with a file of the folder: a value, told beside the instructions that can be used. */

export type ProblemCode =
  | 'UNREADABLE'
  | 'TOO_LARGE'
  | 'NOT_UTF8'
  | 'NO_FRONT_MATTER'
  | 'YAML_INVALID'
  | 'FIELD_INVALID'
  | 'ID_TAKEN'
  | 'PROTECTED'
  | 'REFERENCE_UNKNOWN'
  | 'LINK_LOOP'
  | 'LINK_OUTSIDE'

export interface Problem {
  /** From the folder of instructions, with slashes. */
  readonly file: string
  readonly code: ProblemCode
  /** One sentence. */
  readonly message: string
  /** `left-out`: the file is not used; `used`: it is, without the part that is wrong. */
  readonly effect: 'left-out' | 'used'
}
