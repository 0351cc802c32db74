import type { Kysely, Migration } from 'kysely'

interface Branches {
  branches: { card_id: number; blocked_basis: string | null; blocked_target: string | null }
}

/**
 * What the branches of cards change: the next sync reads it from the repository. And which move was
 * refused, in place of what its refusal depended on. And whether a board follows its repository.
 */
export const netChangesMigration: Migration = {
  async up(db: Kysely<Branches>) {
    await db.schema.alterTable('branches').addColumn('net_change', 'text').execute()
    await db.schema.alterTable('branches').addColumn('blocked_target', 'text').execute()
    const rows = await db.selectFrom('branches').select(['card_id', 'blocked_basis']).execute()
    for (const { card_id, blocked_basis } of rows) {
      const [, branch] = /"branch":"([^"\\]+)"/.exec(blocked_basis ?? '') ?? []
      if (branch === undefined) continue
      const blocked = { blocked_target: branch }
      await db.updateTable('branches').set(blocked).where('card_id', '=', card_id).execute()
    }
    await db.schema.alterTable('branches').dropColumn('blocked_basis').execute()
    await db.schema.alterTable('repositories').addColumn('problem', 'text').execute()
    await db.schema.alterTable('repositories').addColumn('synced_at', 'text').execute()
    await db.schema.alterTable('branches').dropColumn('had_commits').execute()
    await db.schema.alterTable('branches').dropColumn('base').execute()
  },
}
