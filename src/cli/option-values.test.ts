import { expect, it } from 'vitest'
import { parseCallArguments } from './option-values.js'

it('the arguments of a call come from --args, and pairs count more', () => {
  expect(parseCallArguments(['a=1', 'b:=[2]', 'c=x=y'], '{"a":0,"d":null}')).toEqual({
    ...{ a: '1', b: [2], c: 'x=y', d: null },
  })
})

it('whoever writes all arguments as one object is told of --args, others of pairs', () => {
  expect(() => parseCallArguments(['{"path": "a.txt"}'], undefined)).toThrow(
    expect.objectContaining({
      code: 'USAGE',
      hint: 'write the whole object behind --args, or each member as key=text or key:=JSON',
    }),
  )
  expect(() => parseCallArguments(['path'], undefined)).toThrow(
    expect.objectContaining({ code: 'USAGE', hint: 'write key=text or key:=JSON' }),
  )
})
