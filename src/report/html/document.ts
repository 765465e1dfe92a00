/** The document around a page: no script, no resource from elsewhere, and no style but its own. */
import { createHash } from 'node:crypto'
import { type Html, html } from './html.js'
import { HTML_STYLE } from './style.js'

/** Should any markup get in all the same, the document's policy loads and runs nothing, and takes no other style, by its digest. */
export function htmlDocument(title: string, body: Html): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`.markup
}

// Our own; escaped, its selectors and its digest would break.
const STYLE: Html = { markup: HTML_STYLE }
const STYLE_DIGEST: Html = { markup: createHash('sha256').update(HTML_STYLE).digest('base64') }
