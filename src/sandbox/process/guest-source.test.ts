import { describe, expect, it } from 'vitest'
import { joinModules } from './guest-source.js'

describe('joinModules', () => {
  it('runs modules once, what is imported first, each in a scope of its own', async () => {
    const script = await join({
      'main.js': `import { add, log as note } from './a.js'\nimport { base } from './b-c.js';\nconst hidden = 'main'\nnote(add(base) + hidden)\n`,
      'a.js': `import { base } from './b-c.js';\nconst hidden = 1\nexport function add(n) { return n + hidden + base }\nexport const { log } = globalThis.joined\nexport class Unused {}\n`,
      'b-c.js': 'globalThis.joined.log("b")\nexport const base = 10\nexport {};\n',
    })

    expect(runJoined(script)).toEqual(['b', '21main'])
  })

  it('takes members under other names', async () => {
    const script = await join({
      'main.js': `import {\n  parse,\n  text,\n} from './p.js'\nglobalThis.joined.log(text(parse("[1]")))`,
      'p.js': 'export const { parse, stringify: text } = JSON\n',
    })

    expect(runJoined(script)).toEqual(['[1]'])
  })
})

function join(modules: Readonly<Record<string, string>>): Promise<string> {
  return joinModules('main.js', (name) => Promise.resolve(modules[name] ?? `throw new Error("no ${name}")`))
}

function runJoined(script: string): unknown[] {
  const lines: unknown[] = []
  new Function('globalThis', script)({ joined: { log: (line: unknown) => lines.push(line) } })
  return lines
}
