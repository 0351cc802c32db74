import type { ComponentProps } from 'react'
import { addStyles } from './add-styles.ts'
import { INPUT } from './SearchInput.tsx'
import styles from './select.css?inline'

addStyles(styles)

export function Select({ className = '', ...props }: ComponentProps<'select'>) {
  return <select {...props} data-select className={`${INPUT} pe-8! ${className}`} />
}
