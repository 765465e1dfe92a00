/** The documents of the repository as a site: `npm run docs` writes it to dist-docs. Dead links end the build. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = new URL('../../../', import.meta.url)
const { description } = JSON.parse(read('package.json'))

export default {
  title: 'Understudy',
  description,
  srcDir: '../..',
  outDir: '../../dist-docs',
  cacheDir: '../../node_modules/.cache/site',
  // What stands here is for those who use the package: texts of tests and of specifications are not.
  srcExclude: [
    '{src,test,spec,bench,build,schemas,node_modules,dist*}/**',

    'examples/**/!(README).md',
  ],
  rewrites: { 'README.md': 'index.md', ':folder(.*)/README.md': ':folder/index.md' },
  // Of a site that is read offline too, and searched in the browser.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  markdown: { config: unlinkSources },
  themeConfig: {
    sidebar: [{ text: 'Understudy', link: '/' }, ...sectionsOf(read('docs/README.md'))],
    nav: [
      { text: 'Start', link: '/docs/' },
      { text: 'Command line', link: '/docs/reference/command-line' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    outline: [2, 3],
    search: { provider: 'local' },
  },
}

/** The sections and links of docs/README.md, which is the one list of all documents. */
function sectionsOf(text) {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.slice(0, section.indexOf('\n')),
      items: [...section.matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g)].map(([, text, path]) => ({
        text,
        link: new URL(path, 'file:///docs/').pathname.replace(/README$/, ''),
      })),
    }))
}

/** What a link leads to is not always a page: folders of sources are only in the repository, whose address the site does not know. */
function unlinkSources(markdown) {
  markdown.core.ruler.push('sources', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isSource = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') isSource = !isPage(token.attrGet('href'), env.relativePath)
        if (isSource && token.type.startsWith('link_')) Object.assign(token, { tag: 'span', attrs: null })
      }
    }
  })
}

function isPage(href, from) {
  if (/^[a-z]+:|^#/.test(href)) return true
  const path = join(dirname(from), href.split('#')[0])
  return path.endsWith('.md') || !existsSync(new URL(path, root))
}

function read(path) {
  return readFileSync(new URL(path, root), 'utf8')
}
