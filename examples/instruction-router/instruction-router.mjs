#!/usr/bin/env node
// The command: `npm run build` makes what it starts.
import './dist/main.js'
