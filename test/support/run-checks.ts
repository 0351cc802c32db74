import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
/** Of each language. */
const typeChecks = Object.keys(scripts).filter((name) => name.startsWith('typecheck:'))
const checks = [...typeChecks, 'lint', 'unused']

/** Runs them side by side, and prints what the failed ones say. */
const results = await Promise.all(checks.map(run))
if (results.includes(false)) process.exit(1)

function run(name: string): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk))
  }
  return new Promise((resolve) => {
    child.on('close', (code) => {
      console.log(`${name}: ${code === 0 ? 'passed' : 'failed'}`)
      if (code !== 0) process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}
