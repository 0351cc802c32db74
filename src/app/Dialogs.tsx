import type { KeyStanding, ReachableBoard } from '#queries/credentials.ts'
import type { BoardSession } from '#queries/session.ts'
import type { HeldKey } from '#state/keys-store.ts'
import { LazyBoundary } from '#ui/LazyBoundary.tsx'
import {
  CommandPalette,
  KeyDetails,
  LabelManyCards,
  LabelsDialog,
  NamesDialog,
  NotUnderstood,
  ShortcutsDialog,
} from './parts.ts'
import type { ChangeUrl, UrlState } from './url-state.ts'

/** What is open above the board. */
export type OpenDialog =
  | { at: 'none' | 'labels' | 'shortcuts' | 'commands' | 'names' | 'label-many' | 'not-understood' }
  | { at: 'workspaces'; byKey: boolean }
  | { at: 'key'; keyId: string; wantsSecret: boolean }

interface DialogsProps {
  open: OpenDialog
  onOpen: (dialog: OpenDialog) => void
  session: BoardSession | undefined
  role: string
  boards: readonly ReachableBoard[]
  standings: readonly KeyStanding[]
  url: UrlState
  changeUrl: ChangeUrl
  onChooseBoard: (board: ReachableBoard) => void
  onAddKey: () => void
  onRemoveKey: (key: HeldKey) => void
}

/** The one dialog that is open, if any; each is fetched when it is first wanted, and fails alone. */
export function Dialogs(props: DialogsProps) {
  const close = () => props.onOpen({ at: 'none' })
  return (
    <LazyBoundary part="dialog" key={props.open.at} onLeave={close}>
      <Opened {...props} />
    </LazyBoundary>
  )
}

function Opened(props: DialogsProps) {
  const { open, onOpen, session, role, boards, standings, url, changeUrl } = props
  const close = () => onOpen({ at: 'none' })
  if (open.at === 'shortcuts') return <ShortcutsDialog onClose={close} />
  if (open.at === 'not-understood') return <NotUnderstood onClose={close} />
  if (open.at === 'key') {
    const standing = standings.find(({ key }) => key.id === open.keyId)
    if (!standing) return null
    return (
      <KeyDetails
        standing={standing}
        session={session}
        wantsSecret={open.wantsSecret}
        onRemove={() => {
          close()
          props.onRemoveKey(standing.key)
        }}
        onNotUnderstood={() => onOpen({ at: 'not-understood' })}
        onClose={close}
      />
    )
  }
  if (!session) return null
  if (open.at === 'labels') return <LabelsDialog session={session} role={role} onClose={close} />
  if (open.at === 'label-many') {
    return <LabelManyCards session={session} role={role} filter={url} onClose={close} />
  }
  if (open.at === 'names') return <NamesDialog session={session} onClose={close} />
  if (open.at !== 'commands') return null
  return (
    <CommandPalette
      session={session}
      boards={boards}
      url={url}
      changeUrl={changeUrl}
      onChooseBoard={props.onChooseBoard}
      onDialog={(at) => onOpen({ at })}
      onShowKey={() => onOpen({ at: 'key', keyId: session.keyId, wantsSecret: false })}
      onAddKey={props.onAddKey}
      onClose={close}
    />
  )
}
