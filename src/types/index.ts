export { type DeclareOptions, declareTools } from './declare-tools.js'
export { type InferredParams, inferParams } from './infer-params.js'
export { paramsFindings } from './params-findings.js'
export { typeFindings } from './type-findings.js'
