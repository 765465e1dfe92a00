export { type Catalogue, createCatalogue } from './catalogue.js'
export { headingsOf, type Instruction, type Problem, passagesOf } from './instruction.js'
export { type Library, type LibraryState, openLibrary } from './library.js'
export { type ParsedFile, parseInstruction } from './parse-instruction.js'
