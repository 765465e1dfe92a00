import { expect, it } from 'vitest'
import { shellEffect } from './shell-effect.js'

it.each([
  'ls -la src',
  'cat a.txt | grep -n "TODO: x" | head -5',
  'pwd && true',
  "find . -maxdepth 2 -name '*.ts' -type f",
  'git status --short; git log --oneline -20',
  'wc -l *.md 2>/dev/null',
  'grep -rn needle . 2>&1 | wc -l',
  'test -f a || echo missing;',
  "echo 'rm -rf / ; $(x)'",
  'date +%F',
])('%s reads', (line) => {
  expect(shellEffect(line)).toBe('read')
})

it.each(['rm -rf build', 'ls; rm a', 'cat a && unlink a', 'shred -u key'])('%s removes', (line) => {
  expect(shellEffect(line)).toBe('destructive')
})

it.each([
  '',
  ' ',
  'ls > files.txt',
  'ls >> /dev/null/x',
  'cat a\nrm b',
  'cat a\rrm b',
  'cat a & rm b',
  'cat $(rm b)',
  'cat `rm b`',
  'cat "$(rm b)"',
  'cat "a`rm b`"',
  'cat <(rm b)',
  'cat $x',
  'cat {a,b}',
  'cat ~/a',
  'cat a # b',
  'cat a\\ b',
  "cat 'a",
  'PATH=. ls',
  './ls',
  '*',
  'find . -delete',
  'find . -exec rm {} +',
  'find * -name x',
  'sort -o a b',
  'sort -ob a',
  'sort *',
  'git log --output=a',
  'git checkout .',
  'git -c core.pager=x log',
  'git *',
  'git',
  'sed -n 1p a',
  'tee a',
  'xargs rm',
  'env rm a',
  'date -s 2020-01-01',
  'uniq a b',
  'ls;;rm a',
  'ls |& rm a',
  'rm a; make',
  'cat é',
])('of %j nobody knows', (line) => {
  expect(shellEffect(line)).toBe('unknown')
})
