import type { BatchState } from '#queries/label-batch.ts'
import { Button } from '#ui/Button.tsx'

interface BatchProgressProps {
  state: BatchState
  onStop: () => void
  onGoOn: () => void
  /** Goes on without the card that it stopped at. */
  onSkip?: () => void
}

/** How far an edit of many cards has come, why it stopped, and the way on. */
export function BatchProgress({ state, onStop, onGoOn, onSkip }: BatchProgressProps) {
  if (state.at !== 'running' && state.at !== 'stopped') return null
  const { done, total } = state
  return (
    <div className="flex flex-col gap-2">
      <progress className="w-full accent-accent" max={total} value={done} aria-label="Cards done" />
      <p role={state.at === 'stopped' && state.words ? 'alert' : 'status'}>
        {state.at === 'running' && `Card ${done + 1} of ${total}…`}
        {state.at === 'running' && state.wait !== undefined && ` The service asks to wait ${state.wait} s.`}
        {state.at === 'stopped' && `Stopped after ${done} of ${total}. ${state.words}`}
      </p>
      <div className="flex flex-wrap gap-2">
        {state.at === 'running' ? <Button onClick={onStop}>Stop</Button> : <Button onClick={onGoOn}>Go on</Button>}
        {state.at === 'stopped' && state.words && onSkip && <Button onClick={onSkip}>Skip this card</Button>}
      </div>
    </div>
  )
}
