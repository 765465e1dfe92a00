/** The colours of the HTML report. Text on every paper has a contrast of at least 4.5, marks and edges of 3. */

const LIGHT = `
  --paper: #ffffff; --raised: #f7f8fa; --ink: #1b2028; --faint: #5b6472; --line: #dfe3e9; --target: #eef4ff;
  --good: #14662c; --good-paper: #e4f6e9;
  --bad: #a3122a; --bad-paper: #fdecee;
  --doubtful: #7a4c00; --doubtful-paper: #fff2d4;
  --s-copy: #0f7f6d; --s-live: #2e7d32; --s-recording: #2563c9; --s-stub: #7b4bd6; --s-overlay: #4f5bd5; --s-stand-in: #0a7a8c;
  --s-preview: #9a5b00;
  --s-nearest: #b5640b; --s-learned: #a86b00; --s-schema: #b07500; --s-unknown: #6b7280; --s-refused: #c0203a;`

const DARK = `
  --paper: #12161b; --raised: #181d24; --ink: #e4e9ef; --faint: #98a3b1; --line: #2b333d; --target: #1a2536;
  --good: #74d68e; --good-paper: #14301d;
  --bad: #ff929d; --bad-paper: #3d171d;
  --doubtful: #efc164; --doubtful-paper: #37290c;
  --s-copy: #35c4ad; --s-live: #6fcf7c; --s-recording: #6ea3ff; --s-stub: #b394ff; --s-overlay: #99a2ff; --s-stand-in: #4fc3d9;
  --s-preview: #e0a458;
  --s-nearest: #f0a04b; --s-learned: #e8b64c; --s-schema: #f0c14f; --s-unknown: #9aa5b3; --s-refused: #ff7081;`

/** The colour of a mark is that of its source. */
const MARKS = [
  'copy',
  'live',
  'recording',
  'stub',
  'stand-in',
  'preview',
  'overlay',
  'nearest',
  'learned',
  'schema',
  'unknown',
  'refused',
]
  .map((source) => `.s-${source} { --mark: var(--s-${source}); }`)
  .join('\n')

export const COLOURS = `:root { color-scheme: light dark;${LIGHT}
}
@media (prefers-color-scheme: dark) { :root {${DARK}
} }
${MARKS}
.s-none { --mark: var(--faint); }`

/** Whatever the screen has: ink on white paper. */
export const PAPER_COLOURS = `  :root { color-scheme: light;${LIGHT}
  --ink: #000000; --faint: #444b55; --line: #c3c9d1; }`
