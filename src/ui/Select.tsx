import type { ComponentProps } from 'react'
import { createStyles } from './create-styles.ts'
import { INPUT } from './SearchInput.tsx'
import styles from './select.css?inline'

const useStyles = createStyles(styles)

export function Select({ className = '', ...props }: ComponentProps<'select'>) {
  useStyles()
  return <select {...props} data-select className={`${INPUT} pe-8! ${className}`} />
}
