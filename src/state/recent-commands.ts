import { createStorageEntry, readStringList } from './storage.ts'

const entry = createStorageEntry('trunkline.commands', readStringList)

const MAX_COMMANDS = 5

/** Ids of what a person has chosen in the palette on this device, newest first. */
export function recentCommands(): readonly string[] {
  return entry.load().slice(0, MAX_COMMANDS)
}

export function rememberCommand(id: string): void {
  const others = entry.load().filter((other) => other !== id)
  entry.save([id, ...others].slice(0, MAX_COMMANDS))
}
