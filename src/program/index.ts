export type { Preparation, Program, StaticArguments, StaticCall } from './program.js'
