import Papa from 'papaparse'
import { BLOCKED } from '#messages/common-messages.ts'
import { partlyInColumn } from '#messages/evidence-messages.ts'
import { asOf } from '#messages/wall-messages.ts'
import type { ExportedBoard, ExportedCard } from './exported-board.ts'

export type ExportFormat = 'csv' | 'markdown' | 'json'

interface ExportFile {
  /** Without a dot. */
  extension: string
  /** Media type. */
  type: string
  text: string
}

const WRITERS: Readonly<Record<ExportFormat, (board: ExportedBoard) => ExportFile>> = {
  csv: (board) => ({ extension: 'csv', type: 'text/csv', text: writeCsv(board) }),
  markdown: (board) => ({ extension: 'md', type: 'text/markdown', text: writeMarkdown(board) }),
  json: (board) => ({
    extension: 'json',
    type: 'application/json',
    text: `${JSON.stringify(board, undefined, 2)}\n`,
  }),
}

export function writeExport(board: ExportedBoard, format: ExportFormat): ExportFile {
  return WRITERS[format](board)
}

/** Excel takes a file without it for one in an old encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** A spreadsheet would run a cell that begins so as a formula: it gets an apostrophe. */
const FORMULA = /^\s*[=+\-@＝＋－＠|]|^[\t\r]/

function writeCsv({ cards }: ExportedBoard): string {
  const rows = cards.map((card) => ({ ...card, labels: card.labels.join('; ') }))
  return BYTE_ORDER_MARK + Papa.unparse(rows, { escapeFormulae: FORMULA, newline: '\r\n' })
}

/** A heading for each column, and a line for each card. */
function writeMarkdown({ board, loadedAt, filter, cards }: ExportedBoard): string {
  const columns = new Map<string, ExportedCard[]>()
  for (const card of cards) {
    const own = columns.get(card.column)
    if (own) own.push(card)
    else columns.set(card.column, [card])
  }
  const sections = [...columns].map(
    ([column, own]) =>
      `## ${escapeMarkdown(column)} (${own.length})\n\n${own.map(markdownLine).join('\n')}\n`,
  )
  const facts = [asOf(loadedAt), ...(filter ? [escapeMarkdown(filter)] : [])]
  return [`# ${escapeMarkdown(board)}\n`, `${facts.join('. ')}.\n`, ...sections].join('\n')
}

function markdownLine(card: ExportedCard): string {
  const name = escapeMarkdown(card.number === null ? card.title : `#${card.number} ${card.title}`)
  const partly = card.partly && partlyInColumn(card.partly)
  const facts = [card.priority, card.assignee, card.labels.join(', '), partly, card.unconfirmed]
  const texts = [...facts, card.blocked && `${BLOCKED}: ${card.blocked}`].filter(Boolean)
  const link = card.link ? `[${name}](<${card.link}>)` : escapeLineStart(name)
  return `- ${[link, ...texts.map(escapeMarkdown)].join(' · ')}`
}

/** Texts are from other people: none of them may become markup, or end its line. */
function escapeMarkdown(text: string): string {
  const line = text.replace(/[\r\n\u2028\u2029]+/g, ' ').trim()
  return line.replace(/[\\`*_[\]<>|~&]/g, (sign) => `\\${sign}`)
}

/** At the beginning of a line, some signs make a heading or a list. */
function escapeLineStart(line: string): string {
  return line.replace(/^(\d*)([#+=.)-])/, '$1\\$2')
}
