import { type FormEvent, useId, useState } from 'react'
import {
  ANOTHER_PROJECT,
  CHOOSE_A_PROJECT,
  OPEN_PROJECT,
  OPEN_THE_BOARD,
  PROJECT_ID,
} from '#messages/board-messages.ts'
import * as messages from '#messages/workspace-messages.ts'
import { failureMessage } from '#model/failure-message.ts'
import { useSession } from '#queries/access/board-access.ts'
import type { ApiError } from '#queries/errors.ts'
import { useBoardWithoutProject } from '#queries/feed/use-board.ts'
import { projectTitle, useNames } from '#state/names.ts'
import { openProject } from '#state/open-board.ts'
import { useRecentBoardsStore } from '#state/recent-boards-store.ts'
import { Button } from '#ui/Button.tsx'
import { Choice, ChoiceList } from '#ui/ChoiceList.tsx'
import { Field, FormError, TextInput } from '#ui/Field.tsx'
import { CenteredPanel } from '#ui/Panel.tsx'

interface ProjectPickerProps {
  /** The response of the service, which may name the projects. */
  error: ApiError
}

/**
 * A board with several projects requires one (spec 4.2). The ids come from this browser, the
 * response, or a person. If the requested project can't be opened, the board is loaded without one
 * too, and both responses are shown. [gap G12]
 */
export function ProjectPicker({ error }: ProjectPickerProps) {
  const session = useSession()
  const { workspaceId, projectId: requestedId } = session
  const withoutProject = useBoardWithoutProject(session)
  const names = useNames()
  const listed = [...error.projects, ...(withoutProject.error?.projects ?? [])]
  const title = (id: string) =>
    listed.find((project) => project.id === id)?.name ?? projectTitle(names, workspaceId, id)
  const serviceIds = [...error.projectIds, ...(withoutProject.error?.projectIds ?? [])]
  const knownIds = useKnownProjects(serviceIds)
  // Then the service has listed all of them.
  const namesProjects = serviceIds.length > 0
  const [isAsked, setIsAsked] = useState(false)
  const isTyping = isAsked || !namesProjects
  const requirement = requestedId === undefined ? error : withoutProject.error
  const open = (projectId: string | undefined) => openProject(workspaceId, projectId)
  return (
    <CenteredPanel>
      <h2 className="font-semibold text-base">{CHOOSE_A_PROJECT}</h2>
      {requestedId !== undefined && (
        <p role="alert">
          <bdi>{messages.projectNotOpened(title(requestedId))}</bdi>{' '}
          <ServiceMessage error={error} />
        </p>
      )}
      {withoutProject.isSuccess ? (
        <>
          <p>{messages.OPENS_WITHOUT_PROJECT}</p>
          <Button onClick={() => open(undefined)}>{OPEN_THE_BOARD}</Button>
        </>
      ) : (
        <Requirement error={requirement} namesProjects={namesProjects} />
      )}
      {knownIds.length > 0 && (
        <ChoiceList>
          {knownIds.map((id) => (
            <Choice key={id} name={title(id)} onChoose={() => open(id)} />
          ))}
        </ChoiceList>
      )}
      {isTyping ? (
        <ProjectForm
          key={requestedId}
          initialId={requestedId ?? ''}
          isOnlyWay={knownIds.length === 0}
          onOpen={open}
        />
      ) : (
        <Button kind="quiet" onClick={() => setIsAsked(true)}>
          {ANOTHER_PROJECT}
        </Button>
      )}
    </CenteredPanel>
  )
}

interface RequirementProps {
  /** The response to a load without a project; null until there is one. */
  error: ApiError | null
  namesProjects: boolean
}

/** Only an answer of the service says that it requires a project. */
function Requirement({ error, namesProjects }: RequirementProps) {
  if (!error) return null
  return (
    <p>
      {!error.isTransient && messages.PROJECT_REQUIRED}{' '}
      {!namesProjects && <ServiceMessage error={error} />}
    </p>
  )
}

interface ProjectFormProps {
  initialId: string
  /** Whether no project is offered. */
  isOnlyWay: boolean
  onOpen: (projectId: string) => void
}

function ProjectForm({ initialId, isOnlyWay, onOpen }: ProjectFormProps) {
  const [projectId, setProjectId] = useState(initialId)
  const [error, setError] = useState('')
  const errorId = useId()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (projectId.trim()) onOpen(projectId.trim())
    else setError(messages.ENTER_PROJECT_ID)
  }
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-3">
      <Field label={PROJECT_ID}>
        <TextInput
          autoFocus={!isOnlyWay}
          inputMode="numeric"
          value={projectId}
          errorId={error ? errorId : undefined}
          onChange={(event) => {
            setProjectId(event.target.value)
            setError('')
          }}
        />
      </Field>
      <FormError id={errorId}>{error}</FormError>
      <Button kind={isOnlyWay ? 'primary' : 'plain'} isSubmit>
        {OPEN_PROJECT}
      </Button>
    </form>
  )
}

/**
 * The ids that can be offered: the last open one, those that the service names, and those of loaded
 * cards.
 */
function useKnownProjects(serviceIds: readonly string[]): string[] {
  const { workspaceId, projectId: requestedId } = useSession()
  const last = useRecentBoardsStore((state) => state.lastProject[workspaceId])
  const seen = useRecentBoardsStore((state) => state.seenProjects[workspaceId])
  const ids = [...(last ? [last] : []), ...serviceIds, ...(seen ?? [])]
  return [...new Set(ids)].filter((id) => id !== requestedId)
}

function ServiceMessage({ error }: { error: ApiError }) {
  return <bdi className="text-ink-soft">{messages.serviceMessage(failureMessage(error))}</bdi>
}
