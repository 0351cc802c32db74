import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Database } from './open-database.ts'

/** Stores on which day a credential was used last. No request waits for it. */
export class DaysOfUse {
  readonly #database: Database
  /** What is stored, or about to be, by the ids of credentials. */
  readonly #noted = new Map<number, string>()
  #waiting: number[] = []

  constructor(database: Database) {
    this.#database = database
  }

  /** As 2026-01-31. */
  note(credentialId: number, day: string): void {
    if (this.#noted.get(credentialId) === day) return
    this.#noted.set(credentialId, day)
    this.#waiting.push(credentialId)
    if (this.#waiting.length === 1) void this.#store(day)
  }

  /** A full disk or a locked store must not stop a load: the next use tries it again. */
  async #store(day: string): Promise<void> {
    await endOfTurn()
    const ids = this.#waiting
    this.#waiting = []
    const { db } = this.#database
    try {
      await db
        .updateTable('credentials')
        .set({ last_used_on: day })
        .where('id', 'in', ids)
        .execute()
    } catch {
      for (const id of ids) this.#noted.delete(id)
    }
  }
}
