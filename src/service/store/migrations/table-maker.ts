import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely'

export const ROLES = sql`('viewer', 'member', 'maintainer', 'owner')`
export const PRIORITY_LIST = sql`('urgent', 'high', 'medium', 'low')`
export const REFUSALS = sql`('conflicts', 'checks_red', 'nothing_to_merge')`

type Columns = CreateTableBuilder<string, string>

export class TableMaker {
  constructor(
    readonly db: Kysely<unknown>,
    private readonly isPostgres: boolean,
  ) {}

  async create(name: string, addColumns: (table: Columns) => Columns): Promise<void> {
    const table = addColumns(this.db.schema.createTable(name) as Columns)
    await (this.isPostgres ? table : table.modifyEnd(sql`strict`)).execute()
  }

  /** With an id that is never used again, not even after its row was deleted. */
  async createWithId(name: string, addColumns: (table: Columns) => Columns): Promise<void> {
    const asId = (column: ColumnDefinitionBuilder) =>
      this.isPostgres
        ? column.generatedByDefaultAsIdentity().primaryKey()
        : column.primaryKey().autoIncrement()
    await this.create(name, (table) => addColumns(table.addColumn('id', 'integer', asId)))
  }

  async index(name: string, table: string, columns: string[]): Promise<void> {
    await this.db.schema.createIndex(name).on(table).columns(columns).execute()
  }
}

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const key = (column: ColumnDefinitionBuilder) => column.primaryKey()
const uniqueText = (column: ColumnDefinitionBuilder) => column.notNull().unique()
const toTable = (target: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(`${target}.id`)
const deletedWith = (target: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(`${target}.id`).onDelete('cascade')
const checked = (condition: RawBuilder<unknown>) => (column: ColumnDefinitionBuilder) =>
  column.notNull().check(sql`${condition}`)

const isName = (column: string, max: number) =>
  sql<boolean>`length(${sql.ref(column)}) between 1 and ${sql.lit(max)}`

export async function createBoardTables(tables: TableMaker): Promise<void> {
  await tables.create('store', (table) =>
    table.addColumn('id', 'text', key).addColumn('created_at', 'text', required),
  )
  await tables.createWithId('boards', (table) =>
    table
      .addColumn('organization_id', 'integer', required)
      .addColumn('name', 'text', checked(isName('name', 200)))
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('next_number', 'integer', checked(sql`next_number > 0`))
      .addColumn('created_at', 'text', required)
      .addColumn('created_by', 'text', required),
  )
  await tables.createWithId('projects', (table) =>
    table
      .addColumn('board_id', 'integer', deletedWith('boards'))
      .addColumn('name', 'text', checked(isName('name', 200)))
      .addColumn('created_at', 'text', required),
  )
  await tables.createWithId('stages', (table) =>
    table
      .addColumn('board_id', 'integer', deletedWith('boards'))
      .addColumn('name', 'text', checked(isName('name', 200)))
      .addColumn('min_role', 'text', checked(sql`min_role in ${ROLES}`))
      .addColumn('position', 'integer', required),
  )
  await createCardTables(tables)
}

async function createCardTables(tables: TableMaker): Promise<void> {
  await tables.createWithId('cards', (table) =>
    table
      .addColumn('board_id', 'integer', deletedWith('boards'))
      .addColumn('number', 'integer', checked(sql`number > 0`))
      .addColumn('title', 'text', required)
      .addColumn('project_id', 'integer', toTable('projects'))
      .addColumn('stage_id', 'integer', toTable('stages'))
      .addColumn('position', 'integer', required)
      .addColumn('priority', 'text', checked(sql`priority in ${PRIORITY_LIST}`))
      .addColumn('assignee_id', 'integer')
      .addColumn('assignee_name', 'text')
      .addColumn('blocked_reason', 'text')
      .addColumn('blocked_code', 'text', (column) => column.check(sql`blocked_code in ${REFUSALS}`))
      .addColumn('blocked_at', 'text')
      .addColumn('created_at', 'text', required)
      .addColumn('created_by', 'text', required)
      .addUniqueConstraint('cards_board_number', ['board_id', 'number'])
      .addCheckConstraint(
        'cards_blocked',
        sql`(blocked_reason is null) = (blocked_code is null) and (blocked_reason is null) = (blocked_at is null)`,
      ),
  )
  await tables.index('cards_board_stage_position', 'cards', ['board_id', 'stage_id', 'position'])
  await tables.createWithId('labels', (table) =>
    table
      .addColumn('board_id', 'integer', deletedWith('boards'))
      .addColumn('name', 'text', checked(isName('name', 240)))
      .addColumn('name_key', 'text', required)
      .addColumn('color', 'text', required)
      .addColumn('created_at', 'text', required)
      .addColumn('created_by', 'text', required)
      .addUniqueConstraint('labels_board_name', ['board_id', 'name_key']),
  )
  await tables.create('card_labels', (table) =>
    table
      .addColumn('card_id', 'integer', deletedWith('cards'))
      .addColumn('label_id', 'integer', deletedWith('labels'))
      .addColumn('position', 'integer', required)
      .addPrimaryKeyConstraint('card_labels_card_label', ['card_id', 'label_id']),
  )
  await tables.index('card_labels_label', 'card_labels', ['label_id'])
  await tables.create('gate_facts', (table) =>
    table
      .addColumn('card_id', 'integer', (column) =>
        column.primaryKey().references('cards.id').onDelete('cascade'),
      )
      .addColumn('code', 'text', checked(sql`code in ${REFUSALS}`))
      .addColumn('reason', 'text', required),
  )
}

export async function createCredentialTables(tables: TableMaker): Promise<void> {
  await tables.createWithId('credentials', (table) =>
    table
      .addColumn('client_id', 'text', uniqueText)
      .addColumn('name', 'text', required)
      .addColumn('scopes', 'text', required)
      .addColumn('created_at', 'text', required)
      .addColumn('created_by', 'text', required)
      .addColumn('expires_at', 'text')
      .addColumn('revoked_at', 'text')
      .addColumn('last_used_on', 'text'),
  )
  await tables.create('credential_boards', (table) =>
    table
      .addColumn('credential_id', 'integer', deletedWith('credentials'))
      .addColumn('board_id', 'integer', deletedWith('boards'))
      .addColumn('role', 'text', checked(sql`role in ${ROLES}`))
      .addPrimaryKeyConstraint('credential_boards_pair', ['credential_id', 'board_id']),
  )
  await tables.createWithId('secrets', (table) =>
    table
      .addColumn('hash', 'text', uniqueText)
      .addColumn('credential_id', 'integer', deletedWith('credentials'))
      .addColumn('created_at', 'text', required)
      .addColumn('retired_at', 'text'),
  )
}

export async function createRecordTables(tables: TableMaker): Promise<void> {
  await tables.create('move_intents', (table) =>
    table
      .addColumn('id', 'text', key)
      .addColumn('board_id', 'integer', deletedWith('boards'))
      .addColumn('card_id', 'integer', deletedWith('cards'))
      .addColumn('from_stage_id', 'integer', required)
      .addColumn('to_stage_id', 'integer', required)
      .addColumn('actor', 'text', required)
      .addColumn(
        'state',
        'text',
        checked(sql`state in ('pending', 'promoted', 'refused', 'abandoned')`),
      )
      .addColumn('created_at', 'text', required),
  )
  await tables.index('move_intents_created', 'move_intents', ['created_at'])
  await tables.createWithId('audit', (table) =>
    table
      .addColumn('at', 'text', required)
      .addColumn('actor', 'text', required)
      .addColumn('board_id', 'integer')
      .addColumn('action', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('detail', 'text', required),
  )
  await tables.index('audit_board', 'audit', ['board_id', 'id'])
  await tables.create('rate_limits', (table) =>
    table
      .addColumn('credential_id', 'integer', deletedWith('credentials'))
      .addColumn('type', 'text', required)
      .addColumn('minute', 'integer', required)
      .addColumn('requests', 'integer', required)
      .addPrimaryKeyConstraint('rate_limits_minute', ['credential_id', 'type', 'minute']),
  )
}
