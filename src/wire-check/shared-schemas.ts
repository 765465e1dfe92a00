/** The protocol's schemas, compiled once a process: a client for every test must not pay for that every time. */
import { createSchemaCompiler } from '../schema/index.js'
import { createProtocolSchemas, type ProtocolSchemas } from './protocol-schemas.js'

/** Made when it is first asked for. It is a function of constant files: nobody can change it for others. */
export const sharedProtocolSchemas: () => ProtocolSchemas = once(() =>
  createProtocolSchemas(createSchemaCompiler()),
)

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
