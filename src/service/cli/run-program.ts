import { CommandError } from '../boards/command-error.ts'
import { messages } from '../messages/messages.ts'
import { DataDirectoryError } from '../store/data-directory.ts'
import { StoreError } from '../store/store-error.ts'
import { UsageError } from './usage-error.ts'

/**
 * Runs a command of the operator. What the person can mend ends with a sentence and code 2, and
 * anything else with code 1.
 */
export async function runProgram(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(canBeMended(error) ? `${message}\n${messages.usage.seeCommandHelp}` : message)
    process.exitCode = canBeMended(error) ? 2 : 1
  }
}

function canBeMended(error: unknown): boolean {
  const types = [CommandError, UsageError, DataDirectoryError, StoreError]
  return types.some((type) => error instanceof type)
}
