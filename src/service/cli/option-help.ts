import { type Commands, optionsOf } from './operator-command.ts'
import { type Entry, type OptionTable, optionName } from './option-table.ts'

const WIDTH = 78
const NAME_WIDTH = 22
const HELP_WIDTH = 38

/** A line for each option, its help, and its variable. */
export function tableHelp(table: OptionTable): string {
  return Object.entries(table)
    .flatMap(([name, entry]) => {
      const label = entry.type === 'secret' ? '' : typedWith(name, entry)
      const variable = entry.type === 'toggle' && entry.variable ? `${entry.variable}=1` : ''
      return wrap(entry.help.split(' '), HELP_WIDTH - 1).map((line, index) => {
        const [first, last] = index === 0 ? [label, variable || entry.variable || ''] : ['', '']
        return `  ${first.padEnd(NAME_WIDTH)}${line.padEnd(HELP_WIDTH)}${last}`.trimEnd()
      })
    })
    .join('\n')
}

/** Each command with its options, and what those are. */
export function commandHelp(
  program: string,
  commands: Commands,
  notes: readonly string[] = [],
): string {
  const uses = Object.entries(commands).map(([name, { about, file, options }]) => {
    const parts = Object.entries(options).map(([option, entry]) => {
      const repeat = entry.type === 'list' ? '…' : ''
      const typed = typedWith(option, entry)
      return entry.isNeeded ? `${typed}${repeat}` : `[${typed}]${repeat}`
    })
    const use = wrap([name, ...(file ? [file] : []), ...parts], WIDTH - 10)
    return [`  ${use.join('\n         ')}`, `      ${about}`].join('\n')
  })
  const blocks = [uses.join('\n'), tableHelp(optionsOf(commands)), ...notes]
  return [`Usage: ${program} COMMAND [options]`, ...blocks, ''].join('\n\n').trimEnd()
}

function typedWith(name: string, entry: Entry): string {
  return 'placeholder' in entry ? `${optionName(name)} ${entry.placeholder}` : optionName(name)
}

/** Lines of at most so many letters, if no part is longer. */
function wrap(parts: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + part.length <= width) {
      lines[lines.length - 1] = `${line} ${part}`
    } else lines.push(part)
  }
  return lines
}
