import type { UseFormReturnType } from '@mantine/form';
import { MoneyField } from '../../../platform/ui/money-field.tsx';
import { type AmountField, costFields, totalBelowZero } from '../contract/fields.ts';
import type { ApplicationForm } from '../contract/shapes.ts';
import styles from './application-form.module.css';
import { type ApplicationValues, totalOf } from './application-values.ts';
import { MealCalculator, MileageCalculator } from './calculators.tsx';
import { sayMoney } from './money.ts';

interface CostsFieldsProps {
  fields: UseFormReturnType<ApplicationValues>;
  form: Pick<ApplicationForm, 'meals' | 'mileage' | 'firstDay'>;
}

/** The amounts, and their sum as it is typed. */
export function CostsFields({ fields, form }: CostsFieldsProps) {
  const day = fields.values.startDateOfProposedActivity || form.firstDay;
  const total = totalOf(fields.values);
  const problem = total < 0 ? totalBelowZero : fields.errors.totalAmount;
  const amount = (name: AmountField, label: string) => (
    <MoneyField {...fields.getInputProps(name)} name={name} label={label} withAsterisk />
  );
  const helpers: Partial<Record<AmountField, typeof MealCalculator>> = {
    mealCosts: MealCalculator,
    personalCarMileage: MileageCalculator,
  };
  return (
    <fieldset className={styles.group}>
      <legend>Costs</legend>
      <p className={styles.hint}>Fill in every amount. Enter 0 if there is none.</p>
      <div className={styles.amounts}>
        {costFields.map(({ name, label }) => {
          const Helper = helpers[name];
          return (
            <div key={name} className={styles.amount}>
              {amount(name, label)}
              {Helper && (
                <Helper rates={form} day={day} onAmount={(text) => fields.setFieldValue(name, text)} />
              )}
            </div>
          );
        })}
        <div className={styles.amount}>
          {amount('amountOfAboveExpensesPaidFromOtherSources', 'Paid from other sources')}
        </div>
      </div>
      <div className={styles.total}>
        <span id="grant-total">Total amount</span>
        <output aria-labelledby="grant-total">{sayMoney(total)}</output>
      </div>
      {problem && (
        <p className={styles.problem} role="alert" tabIndex={-1} data-problem>
          {problem}
        </p>
      )}
      {amount('currentYearReceivedFunding', 'Funding received in the current year')}
    </fieldset>
  );
}
