import { randomUUID } from 'node:crypto'
import { messages } from '../../messages/messages.ts'
import type { Git } from './git.ts'
import { OutputParts } from './output-parts.ts'

/**
 * Asks git about many objects at once: `command` is "info" or "contents", and `format` is what is
 * said of each. `read` takes what is said of the one at a place, and returns false until it's there.
 */
export async function askForObjects(
  git: Git,
  { command, format }: { command: 'info' | 'contents'; format: string },
  names: readonly string[],
  read: (output: OutputParts, place: number) => boolean,
): Promise<void> {
  if (names.length === 0) return
  const args = ['cat-file', `--batch-command=${format}`, '--buffer', '-z']
  // No object has this name.
  const end = randomUUID()
  const commands = [...names.map((name) => `${command} ${name}\0`), `info ${end}\0`, 'flush\0']
  const output = new OutputParts()
  let place = 0
  await git.ask(args, commands.join(''), (chunk) => {
    output.push(chunk)
    while (place < names.length && read(output, place)) place += 1
    const last = place < names.length ? undefined : output.line()
    if (last === undefined) return undefined
    // What is left over must not be taken for the answer to another question.
    if (last !== `${end} missing`) throw new Error(messages.repository.unreadable)
    return true
  })
}
