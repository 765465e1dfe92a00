// Loaded into a gateway: what is really in use is what counts, for of garbage there may be any amount.
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  process.stderr.write('collected\n')
})
