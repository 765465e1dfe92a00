/** What the codes of JSON-RPC errors mean. */

/** ` (invalid params)`, or nothing for a code that neither JSON-RPC nor MCP names. */
export function nameOfRpcCode(code: number): string {
  const name = NAMES.get(code)
  return name === undefined ? '' : ` (${name})`
}

/** JSON-RPC 2.0, section 5.1, and the codes that MCP adds (schema.ts of its revisions). */
const NAMES: ReadonlyMap<number, string> = new Map([
  [-32700, 'parse error'],
  [-32600, 'invalid request'],
  [-32601, 'method not found'],
  [-32602, 'invalid params'],
  [-32603, 'internal error'],
  [-32002, 'resource not found'],
  [-32020, 'header mismatch'],
  [-32021, 'missing client capability'],
  [-32022, 'unsupported revision'],
  [-32042, 'URL elicitation required'],
])
