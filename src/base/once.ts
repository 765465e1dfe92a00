/** Makes the value when it is first asked for, and gives that one ever after. What throws is tried again. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
