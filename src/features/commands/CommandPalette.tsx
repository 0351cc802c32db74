import { useRef, useState } from 'react'
import { noMatch } from '#model/messages/app-messages.ts'
import { createTextMatcher } from '#model/search-text.ts'
import { closeDialog } from '#state/dialog-store.ts'
import { Palette, type PaletteGroup } from '#ui/Palette.tsx'
import type { Command } from './command.ts'
import { useActions, useCardResults, usePlaces } from './use-commands.ts'

/** Finds cards by number, title, and assignee; columns, boards, and every command. */
export function CommandPalette({ onUndo }: { onUndo: () => void }) {
  const [text, setText] = useState('')
  const focusesCard = useRef(false)
  const select = (command: Command) => () => {
    focusesCard.current = command.focusesCard ?? false
    closeDialog()
    command.run()
  }
  const matchesText = createTextMatcher(text)
  const found = (commands: readonly Command[]) =>
    commands.filter(({ label, detail }) => matchesText(`${label} ${detail ?? ''}`))
  const groups = [
    group('Cards', useCardResults(text), select),
    group('Go to', found(usePlaces()), select),
    group('Actions', found(useActions(onUndo)), select),
  ].filter(({ options }) => options.length > 0)
  return (
    <Palette
      label="Command palette"
      searchLabel="Find a card, a board, or a command"
      text={text}
      onTextChange={setText}
      groups={groups}
      emptyMessage={noMatch('card, board, or command', text)}
      onClose={closeDialog}
      isFocusTaken={() => focusesCard.current}
    />
  )
}

function group(
  label: string,
  commands: readonly Command[],
  select: (command: Command) => () => void,
): PaletteGroup {
  const options = commands.map((command) => ({ ...command, onSelect: select(command) }))
  return { label, options }
}
