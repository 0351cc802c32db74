#!/usr/bin/env node
import { argv } from 'node:process'

/** The command of the package: the service, or one of its other programs. */
const program = argv[2]

// The programs read what follows their name.
if (program === 'board' || program === 'credential') argv.splice(2, 1)

if (program === 'board') await import('./board.ts')
else if (program === 'credential') await import('./credential.ts')
else await import('./start.ts')
