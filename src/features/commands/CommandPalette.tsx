import { useRef, useState } from 'react'
import {
  COMMAND_PALETTE,
  FIND_ANYTHING,
  GO_TO,
  noCommandMatches,
  noResultMatches,
  RECENT,
} from '#messages/command-messages.ts'
import { ACTIONS, ALL_CARDS } from '#messages/list-messages.ts'
import { createTextMatcher } from '#model/search-text.ts'
import { useOptionalBoardAccess } from '#queries/access/board-access.ts'
import { useBoardView } from '#queries/board-view/use-board-view.tsx'
import { closeDialog } from '#state/dialog-store.ts'
import { recentCommands, rememberCommand } from '#state/recent-commands.ts'
import { Palette, type PaletteGroup } from '#ui/Palette.tsx'
import type { Command } from './command.ts'
import { useActions, useCardResults, usePlaces } from './use-commands.ts'

/**
 * Finds cards by number, title, and assignee; columns, boards, and every command. As long as the
 * field is empty, what was chosen last comes first. Cards come before commands, unless the text is
 * the beginning of one, or one of its keywords.
 */
export function CommandPalette({ onUndo }: { onUndo: () => void }) {
  const [text, setText] = useState('')
  const [recentIds] = useState(recentCommands)
  const focusesCard = useRef(false)
  const select = (command: Command) => () => {
    focusesCard.current = command.focusesCard ?? false
    closeDialog()
    command.run()
    rememberCommand(command.id)
  }
  const isBoardOpen = useOptionalBoardAccess() !== undefined
  const areCardsKnown = useBoardView() !== undefined || !isBoardOpen
  const matchesText = createTextMatcher(text)
  const found = (commands: readonly Command[]) =>
    commands.filter(({ label, detail, keywords, isSearchedOnly }) =>
      isSearchedOnly && text.trim() === ''
        ? false
        : matchesText(`${label} ${detail ?? ''} ${keywords ?? ''}`),
    )
  const places = found(usePlaces())
  const actions = found(useActions(onUndo))
  const recent = text === '' ? commandsOf(recentIds, [...places, ...actions]) : []
  const isOther = (command: Command) => !recent.includes(command)
  const cards = group(ALL_CARDS, useCardResults(text), select)
  const named = (label: string, all: readonly Command[]) => {
    const commands = namedFirst(all.filter(isOther), text)
    return { leads: commands.some((one) => isNamed(one, text)), ...group(label, commands, select) }
  }
  const commands = [named(GO_TO, places), named(ACTIONS, actions)]
  // Whoever types the beginning of a command, or its keyword, hardly looks for a card.
  const groups = [
    group(RECENT, recent, select),
    ...commands.filter(({ leads }) => leads),
    cards,
    ...commands.filter(({ leads }) => !leads),
  ].filter(({ options }) => options.length > 0)
  return (
    <Palette
      label={COMMAND_PALETTE}
      searchLabel={FIND_ANYTHING}
      text={text}
      onTextChange={setText}
      groups={groups}
      emptyMessage={areCardsKnown ? noResultMatches(text) : noCommandMatches(text)}
      onClose={closeDialog}
      isFocusTaken={() => focusesCard.current}
    />
  )
}

function isNamed({ label, keywords = '' }: Command, text: string): boolean {
  const typed = text.trim().toLowerCase()
  if (typed === '') return false
  return label.toLowerCase().startsWith(typed) || keywords.toLowerCase().split(' ').includes(typed)
}

function namedFirst(commands: readonly Command[], text: string): Command[] {
  return commands.toSorted((a, b) => Number(isNamed(b, text)) - Number(isNamed(a, text)))
}

/** Without those that aren't there at the moment. */
function commandsOf(ids: readonly string[], commands: readonly Command[]): Command[] {
  return ids.flatMap((id) => commands.find((command) => command.id === id) ?? [])
}

function group(
  label: string,
  commands: readonly Command[],
  select: (command: Command) => () => void,
): PaletteGroup {
  const options = commands.map((command) => ({ ...command, onSelect: select(command) }))
  return { label, options }
}
