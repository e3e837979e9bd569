import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import type { EmployeePage } from '../contract.ts';
import { ChangePageForm } from './change-page-form.tsx';
import { CorrectionForm } from './correction-form.tsx';
import { EditPageForm } from './edit-page-form.tsx';
import { fullName } from './filter.ts';

interface PageDialogProps {
  page: EmployeePage;
  open: boolean;
  onClose: () => void;
}

export function EditPageDialog({ page, open, onClose }: PageDialogProps) {
  const { own } = page;
  return (
    <FormDialog open={open && own !== null} onClose={onClose} title="Edit your page">
      {(cancel) => own !== null && <EditPageForm page={page} own={own} onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

export function ChangeDialog({ page, open, onClose }: PageDialogProps) {
  const { edit } = page;
  return (
    <FormDialog open={open && edit !== null} onClose={onClose} title={`Edit the page of ${fullName(page)}`}>
      {(cancel) =>
        edit !== null && <ChangePageForm page={page} edit={edit} onDone={onClose} onCancel={cancel} />
      }
    </FormDialog>
  );
}

export function CorrectionDialog({ page, open, onClose }: PageDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={`Report a mistake about ${fullName(page)}`}>
      {(cancel) => <CorrectionForm page={page} onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}
