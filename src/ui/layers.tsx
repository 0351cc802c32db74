import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'

interface Layer {
  /** A sheet leaves the page in use. */
  type: 'dialog' | 'menu' | 'sheet'
  element: HTMLElement
}

interface LayerStack {
  layers: readonly Layer[]
  /** Returns the function that closes the layer. */
  open: (layer: Layer) => () => void
}

const LayersContext = createContext<readonly Layer[]>([])
const OpenLayerContext = createContext<LayerStack['open']>(() => () => undefined)

/** Knows the dialogs, menus, and sheets above the page, the topmost last. */
export function LayerProvider({ children }: { children: ReactNode }) {
  const [layers, setLayers] = useState<readonly Layer[]>([])
  const open = useMemo<LayerStack['open']>(
    () => (layer) => {
      setLayers((current) => [...current, layer])
      return () => setLayers((current) => current.filter((other) => other !== layer))
    },
    [],
  )
  return (
    <OpenLayerContext value={open}>
      <LayersContext value={layers}>{children}</LayersContext>
    </OpenLayerContext>
  )
}

export function useOpenLayer(): LayerStack['open'] {
  return useContext(OpenLayerContext)
}

/** The topmost dialog: everything outside of it is inert, also for screen readers. */
function useTopDialog(): HTMLElement | undefined {
  const layers = useContext(LayersContext)
  return layers.findLast((layer) => layer.type === 'dialog')?.element
}

/** Renders inside of the topmost dialog, if one is open. */
export function InTopDialog({ children }: { children: ReactNode }) {
  const dialog = useTopDialog()
  return dialog ? createPortal(children, dialog) : children
}

/** Whether the page can't be used now. */
export function useHasOpenLayer(): boolean {
  return useContext(LayersContext).some((layer) => layer.type !== 'sheet')
}

/** The sheet beside the page that is in use, if one is open. */
export function useOpenSheet(): HTMLElement | undefined {
  return useContext(LayersContext).findLast((layer) => layer.type === 'sheet')?.element
}
